/** Width and height of a product's image, in pixels. */
const side = 960

/** A soft shadow on the ground: a gradient, because a blur is slow to draw. */
export function shadow(cx: number, cy: number, rx: number, ry: number): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#shadow)"/>`
}

/** A rounded rectangle, lit like a cylinder: bright left of the middle, darker towards the edges. */
export function cylinder(x: number, y: number, width: number, height: number, radius: number, fill: string) {
  const shape = `x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"`
  return `<rect ${shape} fill="${fill}"/><rect ${shape} fill="url(#round)"/>`
}

/** Any shape, lit like a cylinder. */
export function rounded(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/><path d="${path}" fill="url(#round)"/>`
}

/** Gradients for light and shade, which every drawing may use. */
export const gradients = `<radialGradient id="shadow"><stop stop-color="#16302a" stop-opacity=".34"/><stop offset=".55" stop-color="#16302a" stop-opacity=".16"/><stop offset="1" stop-color="#16302a" stop-opacity="0"/></radialGradient>
<linearGradient id="round"><stop stop-color="#0b1f1a" stop-opacity=".26"/><stop offset=".16" stop-color="#fff" stop-opacity=".1"/><stop offset=".3" stop-color="#fff" stop-opacity=".34"/><stop offset=".46" stop-color="#fff" stop-opacity="0"/><stop offset=".8" stop-color="#0b1f1a" stop-opacity=".06"/><stop offset="1" stop-color="#0b1f1a" stop-opacity=".3"/></linearGradient>
<linearGradient id="sheen" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0b1f1a" stop-opacity=".07"/></linearGradient>
<linearGradient id="foil" x2="1" y2="1"><stop stop-color="#f3f6f7"/><stop offset=".45" stop-color="#cdd5d9"/><stop offset=".6" stop-color="#e9eef0"/><stop offset="1" stop-color="#b4bec4"/></linearGradient>
<radialGradient id="pill" cx=".36" cy=".3" r=".8"><stop stop-color="#fff" stop-opacity=".8"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0b1f1a" stop-opacity=".26"/></radialGradient>`

/** A product's whole image: a pale background with a lighter disc behind the product. */
export function scene(background: 'mint' | 'warm', product: string): string {
  const [top, bottom, disc] =
    background === 'mint' ? ['#eef6f2', '#d9eae2', '#f8fcfa'] : ['#fbf7ef', '#f1e8d9', '#fffdf8']
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">
<defs>
<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>
<radialGradient id="disc"><stop stop-color="${disc}"/><stop offset=".7" stop-color="${disc}" stop-opacity=".8"/><stop offset="1" stop-color="${disc}" stop-opacity="0"/></radialGradient>
${gradients}
</defs>
<rect width="${side}" height="${side}" fill="url(#ground)"/>
<circle cx="480" cy="470" r="450" fill="url(#disc)"/>
${product}
</svg>`
}
