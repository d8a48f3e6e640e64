/**
 * Recognises, in the code of a class, benign races: fields that are shared without synchronisation on purpose, and
 * whose races do not change any result. Runs while classes load, so it uses neither lambdas nor reflection.
 */
package dev.foretell.agent.idiom;
