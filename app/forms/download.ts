/** Hands a file that the page holds to the browser's downloads. */
export function download(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser takes the address over after the click; a moment later nobody needs it any more.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
