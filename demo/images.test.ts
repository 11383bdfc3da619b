import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoSlides } from './carousel.ts'
import { demoProducts } from './catalog.ts'
import { drawText, fitLines, textWidth } from './drawing/text.ts'
import { drawProduct } from './images.ts'

const drawings = [
  ...demoSlides.map(({ name, svg }) => [name, svg] as const),
  ...demoProducts.map(({ tradename, image }) => [tradename, drawProduct(image)] as const),
]

describe('the demo’s images', () => {
  it('need no font: text is drawn as outlines', () => {
    for (const [name, svg] of drawings) {
      expect([name, /<text|font-family|undefined|NaN/.test(svg)]).toEqual([name, false])
    }
  })

  it('can each be read as an image of its size', async () => {
    for (const { image } of demoProducts)
      expect(await sharp(Buffer.from(drawProduct(image))).metadata()).toMatchObject({
        format: 'svg',
        width: 960,
        height: 960,
      })
  })

  it('are the same each time they are drawn, and differ for different packs', () => {
    for (const { image } of demoProducts) expect(drawProduct(image)).toBe(drawProduct({ ...image }))
    const specifications = new Set(demoProducts.map(({ image }) => JSON.stringify(image)))
    expect(new Set(drawings.map(([, svg]) => svg)).size).toBe(specifications.size + demoSlides.length)
  })

  it('render every shape and every slide at its size', async () => {
    const shapes = new Map(demoProducts.map(({ image }) => [image.shape, drawProduct(image)]))
    expect(shapes.size).toBe(19)
    for (const svg of shapes.values()) {
      const { data, info } = await sharp(Buffer.from(svg))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([960, 960])
      // The corner is the pale background; the product has dark text.
      expect(data[0]).toBeGreaterThan(220)
      expect(data.some((value) => value < 110)).toBe(true)
    }
    for (const { svg } of demoSlides) {
      expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 1920, height: 720 })
    }
  })

  it('keep the text of slides in the part that a phone shows', () => {
    for (const { svg } of demoSlides) {
      const [text = ''] = svg.split('<g transform="translate(1288')
      const starts = [...text.matchAll(/translate\(([\d.]+) [\d.]+\) scale\(0\.\d+\)/g)].map((match) =>
        Number(match[1]),
      )
      expect(starts.length).toBe(4)
      for (const x of starts) expect(x).toBeGreaterThanOrEqual(270)
    }
  })
})

describe('text', () => {
  it('is measured as it is drawn', () => {
    expect(textWidth('', 50)).toBe(0)
    expect(textWidth('ii', 50)).toBeCloseTo(2 * textWidth('i', 50))
    expect(textWidth('Losartán', 80, 800)).toBeCloseTo(2 * textWidth('Losartán', 40, 800))
    expect(textWidth('To', 100)).toBeLessThan(textWidth('T', 100) + textWidth('o', 100))
    const width = textWidth('mg', 40)
    expect(drawText('mg', { x: 200, y: 9, size: 40, fill: '#000', anchor: 'end' })).toContain(
      `translate(${Math.round((200 - width) * 10) / 10} 9)`,
    )
  })

  it('breaks into lines that fit, at a smaller size if necessary', () => {
    const { lines, size } = fitLines('comprimidos de liberación prolongada', {
      width: 300,
      lines: 2,
      largest: 60,
    })
    expect(lines.join(' ')).toBe('comprimidos de liberación prolongada')
    expect(lines).toHaveLength(2)
    expect(size).toBeLessThan(60)
    for (const line of lines) expect(textWidth(line, size)).toBeLessThanOrEqual(300)
  })

  it('is refused if the font lacks one of its characters', () => {
    expect(() => drawText('Ω', { x: 0, y: 0, size: 20, fill: '#000' })).toThrow('No outline')
  })
})
