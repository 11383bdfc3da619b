import { store } from '#store'
import { escapeHtml } from '../escape-html.ts'

/** A rendered page. */
export type RenderedPage = {
  status: number
  /** The target of a redirect, or null. */
  location: string | null
  html: string
  /** Sources for `script-src`: the hashes of the renderer's inline scripts. */
  scriptSources: string
}

/**
 * A page that the application doesn't render: with a style sheet as its only file.
 *
 * @param content HTML
 * @param head further HTML of the head
 */
export const plainPage = (status: number, title: string, content: string, head = ''): RenderedPage => ({
  status,
  location: null,
  scriptSources: '',
  html: `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${store.name}`)}</title>
<link rel="stylesheet" href="/sin-conexion.css">
${head}</head>
<body>
<main>
<p><strong>${escapeHtml(store.name)}</strong></p>
${content}
</main>
</body>
</html>
`,
})

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
