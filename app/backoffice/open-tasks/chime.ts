import { createExternalStore } from '../../browser/external-store.ts'

/** The key in session storage, so that the setting lasts as long as the tab. */
const STORAGE_KEY = 'sonido'

const read = () => sessionStorage.getItem(STORAGE_KEY) === 'si'
const store = createExternalStore(read, false)

/** Whether the sound is on. */
export const useChime = store.use

/** Turns the sound on or off; turning on plays the sound once. */
export function toggleChime() {
  if (read()) sessionStorage.removeItem(STORAGE_KEY)
  else sessionStorage.setItem(STORAGE_KEY, 'si')
  store.notify()
  playChime()
}

let context: AudioContext | undefined

/** Plays two short tones when the sound is on. Before the first click on a page browsers play nothing. */
export function playChime() {
  if (!read()) return
  context ??= new AudioContext()
  void context.resume()
  for (const [index, frequency] of [880, 1_174.7].entries()) {
    const start = context.currentTime + index * 0.16
    const tone = new OscillatorNode(context, { frequency })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.15, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.4)
  }
}
