/** The security headers of JSON answers: an answer that is opened as a page loads nothing, and can't be framed. */
export const jsonHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
