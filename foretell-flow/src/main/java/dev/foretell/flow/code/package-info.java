/** The program as it stands in class files: classes, fields, methods, and which method a call can mean. */
package dev.foretell.flow.code;
