import type { RenderedPage } from './plain-page.ts'

/** The security headers of a page: its scripts may come from the server or be the page's own inline scripts. */
export function securityHeaders({
  scriptSources,
}: Pick<RenderedPage, 'scriptSources'>): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' ${scriptSources}`,
      "style-src 'self'",
      "img-src 'self' data: blob: https://tile.openstreetmap.org",
      "connect-src 'self'",
      "font-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  }
}
