import { loadSharp } from '../../images/load-sharp.ts'

const SIZE = 320

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 64 64">
  <rect width="64" height="64" fill="#dff1e7"/>
  <circle cx="32" cy="25" r="11" fill="#1f6b4f"/>
  <path d="M10 60c0-13 9.8-20 22-20s22 7 22 20v4H10z" fill="#1f6b4f"/>
</svg>`

let icon: Promise<Buffer> | undefined

/** The default user photo, a PNG rendered on first use. */
export function userIcon(): Promise<Buffer> {
  icon ??= loadSharp().then((sharp) => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
  return icon
}
