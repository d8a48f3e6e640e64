/** The program as its class files have it: classes, fields, methods, and which method a call can mean. */
package dev.foretell.flow.code;
