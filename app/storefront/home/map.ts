import { map as createMap, divIcon, marker, tileLayer } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './map.css'

/**
 * Draws the map into an element.
 *
 * @param onTile called when the first tile has loaded
 * @returns a function that removes the map
 */
export function drawMap(
  element: HTMLElement,
  point: [number, number],
  label: string,
  onTile: () => void,
): () => void {
  const map = createMap(element, { scrollWheelZoom: false, zoomControl: true }).setView(point, 16)
  map.attributionControl.setPrefix(false)
  tileLayer('https://tile.openstreetmap.org/{z}/{x}/{y}.png', {
    maxZoom: 19,
    attribution:
      '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>',
    // The tile server requires a referrer, which the page's policy would remove; this policy sends the origin without a path.
    referrerPolicy: 'strict-origin',
  })
    .once('tileload', onTile)
    .addTo(map)
  const icon = divIcon({ className: 'map-point', iconSize: [28, 28], iconAnchor: [14, 34] })
  marker(point, { icon, title: label, alt: label, keyboard: true })
    .addTo(map)
    .bindPopup(label, { offset: [0, -28] })
  map.zoomControl
    .getContainer()
    ?.querySelector('.leaflet-control-zoom-in')
    ?.setAttribute('aria-label', 'Acercar')
  map.zoomControl
    .getContainer()
    ?.querySelector('.leaflet-control-zoom-out')
    ?.setAttribute('aria-label', 'Alejar')
  return () => map.remove()
}
