/**
 * Recognises, in the code of a class, fields that are used without synchronisation on purpose and without consequences.
 * Runs while classes load, so it uses neither lambdas nor reflection.
 */
package dev.foretell.agent.idiom;
