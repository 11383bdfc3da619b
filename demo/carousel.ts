import { fitLines, letter } from './drawing/lettering.ts'
import { lights } from './drawing/scene.ts'
import { advice, bloodPressure, compounding, delivery } from './drawing/services.ts'

/** A slide of the demo's carousel: a service, since a pharmacy may not advertise most of its medicines. */
export interface DemoSlide {
  readonly name: string
  readonly svg: string
}

export const demoSlides: readonly DemoSlide[] = [
  slide('Toma de presión', 'Sin hora previa, todos los días', 'deep', bloodPressure()),
  slide('Despacho a domicilio', 'Tu pedido llega a la puerta de tu casa', 'mint', delivery()),
  slide('Recetario magistral', 'Preparamos la receta de tu médico', 'warm', compounding()),
  slide('Asesoría farmacéutica', 'Pregúntanos: te orientamos con calma', 'pale', advice()),
]

/**
 * 1920 × 720. A phone shows the middle of it, about twice as wide as high, at a fifth of this size: words and drawing
 * keep to x 270 … 1650, and the words are large.
 */
function slide(headline: string, line: string, ground: 'deep' | 'mint' | 'warm' | 'pale', drawing: string) {
  const [from, to, shape, title, text] = {
    deep: ['#0f5c4a', '#0b4a3c', '#17705b', '#ffffff', '#d5eee4'],
    mint: ['#dff1e9', '#c9e6da', '#b4dcc9', '#0f5c4a', '#2c4a42'],
    warm: ['#fbf3e4', '#f1e2c8', '#ecd9b6', '#0f5c4a', '#4a4130'],
    pale: ['#edf5f1', '#d6e8df', '#c3e0d2', '#0f5c4a', '#2c4a42'],
  }[ground] as [string, string, string, string, string]
  const big = fitLines(headline, { width: 690, lines: 2, largest: 130, weight: 800 })
  const small = fitLines(line, { width: 580, lines: 2, largest: 56 })
  let y =
    360 -
    (big.lines.length * big.size * 1.04 + small.lines.length * small.size * 1.25 + 24) / 2 -
    big.size * 0.22
  const words: string[] = []
  for (const one of big.lines) {
    y += big.size * 1.04
    words.push(letter(one, { x: 300, y, size: big.size, weight: 800, fill: title }))
  }
  y += 36
  for (const one of small.lines) {
    y += small.size * 1.22
    words.push(letter(one, { x: 302, y, size: small.size, fill: text }))
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="720" viewBox="0 0 1920 720">
<defs>${lights}<linearGradient id="slide" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="1920" height="720" fill="url(#slide)"/>
<circle cx="1310" cy="380" r="430" fill="${shape}" opacity=".6"/><circle cx="1800" cy="90" r="150" fill="${shape}" opacity=".5"/><circle cx="90" cy="660" r="190" fill="${shape}" opacity=".5"/>
${words.join('')}
<g transform="translate(1288 374) scale(.88)">${drawing}</g>
</svg>`
  return { name: headline, svg }
}
