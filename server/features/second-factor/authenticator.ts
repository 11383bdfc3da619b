import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { store } from '#store'

/** Codes of an authenticator app (RFC 6238): six digits, a new code every 30 seconds. */

const SECRET_BYTES = 20
/** The periods of 30 seconds that an app's clock may be ahead or behind. */
const DRIFT = 1

export const makeSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)

const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({ issuer: store.name, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

/** The secret for the app in three forms: base32 to type, an `otpauth:` address, and the address as a QR code in SVG. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string; qr: string } {
  const totp = totpOf(secret, email)
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qr: renderSVG(uri, { ecc: 'M', border: 4 }) }
}

/** The number of a code's period, counted from 1970; null for a wrong code. */
export function periodOf(secret: Buffer, code: string): number | null {
  const totp = totpOf(secret)
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
