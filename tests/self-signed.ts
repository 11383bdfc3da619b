import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER value: its tag, length and content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...content: Buffer[]) => der(0x30, ...content)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const moment = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/\D/g, '')}Z`))

const ECDSA_SHA256 = sequence(identifier('2a8648ce3d040302'))
const COMMON_NAME = identifier('550403')
const ALTERNATIVE_NAME = identifier('551d11')

/** A self-signed certificate for a host, valid until `ends`, and its key, as PEM. */
export function selfSigned(host: string, ends: Date): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))))
  const names = der(0x04, sequence(der(0x82, Buffer.from(host))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    sequence(moment(new Date('2020-01-01')), moment(ends)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(ALTERNATIVE_NAME, names))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const base64 = sequence(content, ECDSA_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
