/**
 * Programs in which every access is guarded, so that there is no race, and which count on an order that nothing keeps. Their
 * ordinary run is a lucky one. {@code // order: LABEL} marks the read and the write; the rest is as in the neighbouring
 * packages.
 */
package dev.foretell.it.fail.order;
