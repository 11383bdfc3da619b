/** A failure that the operator can do something about; the message says what. */
export class OperatorError extends Error {}
