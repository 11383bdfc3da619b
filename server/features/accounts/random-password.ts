import { randomBytes } from 'node:crypto'

/** A password of 72 random bits, in 12 characters. */
export const randomPassword = () => randomBytes(9).toString('base64url')
