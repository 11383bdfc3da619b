import { runChildSide } from '../../spreadsheets/child-side.ts'
import { type Rates, readRates } from './read-rates.ts'

await runChildSide<{ bytes: Uint8Array }, Rates>(async ({ bytes }, send) => {
  send(await readRates(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
})
