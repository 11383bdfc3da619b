/** Downloads a file that the page has in memory. */
export function download(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
