/** Prints lines of text alone, without the page around them. */
export function printText(title: string, lines: readonly string[]) {
  const frame = document.createElement('iframe')
  // Some browsers print nothing of a frame that isn't displayed.
  frame.className = 'sr-only'
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) return
  page.title = title
  const heading = page.createElement('h1')
  heading.textContent = title
  const text = page.createElement('pre')
  text.textContent = lines.join('\n')
  page.body.append(heading, text)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
