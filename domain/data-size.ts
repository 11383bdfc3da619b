const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes in words, such as "12,3 GB". */
export function dataSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const digits = power > 0 && value < 100 ? 1 : 0
  return `${value.toLocaleString('es-CL', { maximumFractionDigits: digits })} ${UNITS[power]}`
}
