/**
 * Puts no-break spaces between a number and its unit or sign, so that no line ends between them: `50 mg`, `× 30 comprimidos`,
 * `$ 1.000`, `N° 1001`.
 */
export const keepTogether = (text: string): string =>
  text.replace(/(?<=\d) (?=[\p{L}%])|(?<=[×$°]) (?=\d)/gu, '\u00a0')
