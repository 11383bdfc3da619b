/** An expected failure of a start or a command. The operator reads its Spanish message, without a stack. */
export class OperatorError extends Error {}
