/** The security headers of JSON answers: opened as a page they load nothing, and no other page can frame them. */
export const jsonHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
