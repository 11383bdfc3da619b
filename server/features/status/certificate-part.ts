import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import type { Status } from '#contract/status.ts'
import { advice, alarm, type Part, ShownError, thatApply } from './status-part.ts'

type Certificate = Status['certificate']

const CONNECT_TIMEOUT_MS = 4_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** Let's Encrypt renews a certificate thirty days before its end, so fewer days mean that the renewal fails. */
const NOTABLE_DAYS = 21
const CRITICAL_DAYS = 7

/** Reads when the certificate of PUBLIC_URL ends. */
export async function readCertificate(publicUrl: string, now = new Date()): Promise<Part<Certificate>> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return { value: null, warnings: thatApply(httpWarning(hostname)) }
  const host = hostname.replace(/^\[|\]$/g, '')
  const { certificate, problem } = await askCertificate(host, Number(port || 443))
  const ends = new Date(certificate.valid_to)
  const daysLeft = Math.floor((ends.getTime() - now.getTime()) / DAY_MS)
  return {
    value: { host: hostname, ends: ends.toISOString(), daysLeft },
    warnings: thatApply(
      endWarning(hostname, daysLeft),
      problem !== undefined &&
        problem !== 'CERT_HAS_EXPIRED' &&
        advice(
          'certificate-trust',
          `Los navegadores pueden rechazar el certificado de ${hostname} (${problem}). Pide uno de una autoridad conocida, y entrega también los intermedios.`,
        ),
    ),
  }
}

const httpWarning = (hostname: string) =>
  !/^(localhost|127\.|\[::1\])/.test(hostname) &&
  advice(
    'https',
    `La dirección de la tienda (PUBLIC_URL) no es https: contraseñas y pedidos viajan sin cifrar hasta ${hostname}.`,
  )

function endWarning(host: string, daysLeft: number) {
  if (daysLeft >= NOTABLE_DAYS) return false
  const when =
    daysLeft < 0
      ? 'venció'
      : daysLeft === 0
        ? 'vence hoy'
        : daysLeft === 1
          ? 'vence mañana'
          : `vence en ${daysLeft} días`
  const message = `El certificado de ${host} ${when}. Renuévalo: sin él los navegadores no abren la tienda.`
  return daysLeft < CRITICAL_DAYS ? alarm('certificate', message) : advice('certificate', message)
}

/** Asks a server for its certificate, even an untrusted one; `problem` is then the reason. */
function askCertificate(host: string, port: number) {
  return new Promise<{ certificate: PeerCertificate; problem: string | undefined }>((resolve, reject) => {
    const servername = isIP(host) ? undefined : host
    const socket = connect({ host, port, servername, rejectUnauthorized: false, timeout: CONNECT_TIMEOUT_MS })
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate()
      const { authorizationError } = socket
      resolve({ certificate, problem: authorizationError ? codeOf(authorizationError) : undefined })
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new ShownError(`${host} no respondió`)))
    socket.once('error', reject)
  })
}

const codeOf = (error: Error | string) =>
  typeof error === 'string' ? error : ((error as { code?: string }).code ?? error.message)
