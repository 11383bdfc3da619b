import { store } from '#store'
import type { Block, MailContent } from './mail-content.ts'

export function renderText({ heading, blocks, reason, stop }: MailContent, publicUrl: string): string {
  const { street, city } = store.address
  const parts = [
    heading,
    ...blocks.map((block) => writeBlock(block, publicUrl)),
    `-- \n${store.name} · ${street}, ${city} · ${store.phone}\n${publicUrl}\n${reason}`,
    ...(stop ? [`${stop.label}:\n${publicUrl}${stop.path}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

function writeBlock(block: Block, publicUrl: string): string {
  switch (block.type) {
    case 'text':
    case 'note':
      return block.text
    case 'title':
      return block.text.toUpperCase()
    case 'button':
      return `${block.label}:\n${publicUrl}${block.path}`
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'lines':
      return [
        ...block.lines.map(({ name, detail, amount }) => `${name}\n  ${detail}  ${amount}`),
        `Total: ${block.total}`,
      ].join('\n')
    case 'quote':
      return block.text.replace(/^/gm, '> ')
  }
}
