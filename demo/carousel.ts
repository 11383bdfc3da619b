import { gradients } from './drawing/scene.ts'
import { advice, bloodPressure, compounding, delivery } from './drawing/slide-illustrations.ts'
import { drawText, fitLines } from './drawing/text.ts'

/** A slide of the demo's carousel: a service, because a pharmacy may not advertise most of its medicines. */
export interface DemoSlide {
  readonly name: string
  readonly svg: string
}

const themes = {
  deep: { from: '#0f5c4a', to: '#0b4a3c', disc: '#17705b', title: '#ffffff', text: '#d5eee4' },
  mint: { from: '#dff1e9', to: '#c9e6da', disc: '#b4dcc9', title: '#0f5c4a', text: '#2c4a42' },
  warm: { from: '#fbf3e4', to: '#f1e2c8', disc: '#ecd9b6', title: '#0f5c4a', text: '#4a4130' },
  pale: { from: '#edf5f1', to: '#d6e8df', disc: '#c3e0d2', title: '#0f5c4a', text: '#2c4a42' },
}

export const demoSlides: readonly DemoSlide[] = [
  slide('Toma de presión', 'Sin hora previa, todos los días', 'deep', bloodPressure()),
  slide('Despacho a domicilio', 'Tu pedido llega a la puerta de tu casa', 'mint', delivery()),
  slide('Recetario magistral', 'Preparamos la receta de tu médico', 'warm', compounding()),
  slide('Asesoría farmacéutica', 'Pregúntanos: te orientamos con calma', 'pale', advice()),
]

/**
 * Draws a slide of 1920 × 720. Text and illustration keep to x 270 … 1650, because a phone shows only the middle; the text is
 * large, because a phone shows it small.
 */
function slide(headline: string, line: string, theme: keyof typeof themes, illustration: string): DemoSlide {
  const { from, to, disc, title, text } = themes[theme]
  const big = fitLines(headline, { width: 690, lines: 2, largest: 130, weight: 800 })
  const small = fitLines(line, { width: 580, lines: 2, largest: 56 })
  const height = big.lines.length * big.size * 1.04 + small.lines.length * small.size * 1.25 + 24
  let y = 360 - height / 2 - big.size * 0.22
  const words: string[] = []
  for (const bigLine of big.lines) {
    y += big.size * 1.04
    words.push(drawText(bigLine, { x: 300, y, size: big.size, weight: 800, fill: title }))
  }
  y += 36
  for (const smallLine of small.lines) {
    y += small.size * 1.22
    words.push(drawText(smallLine, { x: 302, y, size: small.size, fill: text }))
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="720" viewBox="0 0 1920 720">
<defs>${gradients}<linearGradient id="slide" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="1920" height="720" fill="url(#slide)"/>
<circle cx="1310" cy="380" r="430" fill="${disc}" opacity=".6"/><circle cx="1800" cy="90" r="150" fill="${disc}" opacity=".5"/><circle cx="90" cy="660" r="190" fill="${disc}" opacity=".5"/>
${words.join('')}
<g transform="translate(1288 374) scale(.88)">${illustration}</g>
</svg>`
  return { name: headline, svg }
}
