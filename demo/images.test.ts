import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoSlides } from './carousel.ts'
import { demoProducts } from './catalog.ts'
import { fitLines, letter, widthOf } from './drawing/lettering.ts'
import { drawProduct } from './images.ts'

const drawings = [
  ...demoSlides.map(({ name, svg }) => [name, svg] as const),
  ...demoProducts.map(({ tradename, image }) => [tradename, drawProduct(image)] as const),
]

describe('the demo’s images', () => {
  it('need no font: every word is an outline', () => {
    for (const [name, svg] of drawings) {
      expect([name, /<text|font-family|undefined|NaN/.test(svg)]).toEqual([name, false])
    }
  })

  it('stay the same from one drawing to the next, and differ where the packs do', () => {
    for (const { image } of demoProducts) expect(drawProduct(image)).toBe(drawProduct({ ...image }))
    const specifications = new Set(demoProducts.map(({ image }) => JSON.stringify(image)))
    expect(new Set(drawings.map(([, svg]) => svg)).size).toBe(specifications.size + demoSlides.length)
  })

  it('can be drawn, one of every shape and every slide, in their sizes', async () => {
    const shapes = new Map(demoProducts.map(({ image }) => [image.shape, drawProduct(image)]))
    expect(shapes.size).toBe(19)
    for (const svg of shapes.values()) {
      const { data, info } = await sharp(Buffer.from(svg))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([960, 960])
      // The corner is the pale ground; somewhere on it stands a product with dark words.
      expect(data[0]).toBeGreaterThan(220)
      expect(data.some((value) => value < 110)).toBe(true)
    }
    for (const { svg } of demoSlides) {
      expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 1920, height: 720 })
    }
  })

  it('keep the slides’ words where a phone shows them', () => {
    for (const { svg } of demoSlides) {
      const [words = ''] = svg.split('<g transform="translate(1288')
      const starts = [...words.matchAll(/translate\(([\d.]+) [\d.]+\) scale\(0\.\d+\)/g)].map((found) =>
        Number(found[1]),
      )
      expect(starts.length).toBe(4)
      for (const x of starts) expect(x).toBeGreaterThanOrEqual(270)
    }
  })
})

describe('lettering', () => {
  it('measures what it draws', () => {
    expect(widthOf('', 50)).toBe(0)
    expect(widthOf('ii', 50)).toBeCloseTo(2 * widthOf('i', 50))
    expect(widthOf('Losartán', 80, 800)).toBeCloseTo(2 * widthOf('Losartán', 40, 800))
    expect(widthOf('To', 100)).toBeLessThan(widthOf('T', 100) + widthOf('o', 100))
    const width = widthOf('mg', 40)
    expect(letter('mg', { x: 200, y: 9, size: 40, fill: '#000', anchor: 'end' })).toContain(
      `translate(${Math.round((200 - width) * 10) / 10} 9)`,
    )
  })

  it('breaks a text into lines that fit, smaller when it has to', () => {
    const { lines, size } = fitLines('comprimidos de liberación prolongada', {
      width: 300,
      lines: 2,
      largest: 60,
    })
    expect(lines.join(' ')).toBe('comprimidos de liberación prolongada')
    expect(lines).toHaveLength(2)
    expect(size).toBeLessThan(60)
    for (const line of lines) expect(widthOf(line, size)).toBeLessThanOrEqual(300)
  })

  it('refuses a character it has no outline for', () => {
    expect(() => letter('Ω', { x: 0, y: 0, size: 20, fill: '#000' })).toThrow('No outline')
  })
})
