/**
 * A day of a pharmacy: a cash desk with its own book sells while customers order, the office delivers and cancels, files arrive in the
 * folder of imports, and the receiver of the events fails a third of the time.
 */
import { steadyLoad } from '../load/steady-load.ts'
import { waitFor } from '../wait-for.ts'
import { withClient } from '../with-client.ts'
import { openCashDesk } from './cash-desk.ts'
import { compareDay } from './compare-day.ts'
import { openCounter } from './counter.ts'
import { dropFiles } from './drop-files.ts'
import { openOffice } from './order-office.ts'
import { type Event, startReceiver } from './receiver.ts'
import { openStockBook, type StockEvent } from './stock-book.ts'

type Options = {
  base: string
  databaseUrl: string
  token: string
  importFolder: string
  /** How long customers buy. */
  seconds: number
}

/** Requests of customers a second. */
const RATE = 20
/** The longest time until the last event has come. */
const MAX_WAIT_SECONDS = 300

export async function playDay({ base, databaseUrl, token, importFolder, seconds }: Options) {
  const book = openStockBook()
  // The webhook comes before the list: a change between them would otherwise be missed.
  const receiver = await startReceiver({ base, token }, (event) => {
    if (event.type === 'product.stock') book.enterEvent(event as Event & StockEvent)
  })
  const [desk, office] = await Promise.all([openCashDesk(base, token), openOffice({ base, token })])
  const load = steadyLoad({ base, databaseUrl, rate: RATE, seconds })
  for await (const products of desk.readStock()) for (const product of products) book.enterListed(product)
  const shelves = shelvesOf(book.barcodes())
  const { popular } = shelves
  const arrived = new Set(shelves.arrived)
  const counter = openCounter({ desk, book, popular, sells: (barcode) => !arrived.has(barcode) })
  const [barcode] = shelves.wrong
  const forged = { barcode, stock: 7, _id: crypto.randomUUID() }
  await receiver.forge({ type: 'product.stock', timestamp: new Date().toISOString(), data: forged })
  const [steady, files] = await Promise.all([load, dropFiles(importFolder, shelves)])
  await counter.close()
  await office.close()
  await allDelivered(databaseUrl, receiver.webhookId)
  const figures = await compareDay(databaseUrl, { book, receiver, office, files, keyId: desk.keyId })
  desk.close()
  await receiver.close()
  return { ...figures, steady, files, counter: counter.counts, receiver: receiver.counts }
}

/** Products of the files, of the catalogue and of the newest that customers buy; and some of these, which sell best at the counter. */
function shelvesOf(barcodes: string[]) {
  const catalogue = barcodes.filter((barcode) => barcode.startsWith('790')).toSorted()
  const bought = barcodes.filter((barcode) => barcode.startsWith('780')).toSorted()
  return {
    repriced: [...catalogue.slice(0, 150), ...bought.slice(-150)],
    wrong: catalogue.slice(200, 260),
    arrived: catalogue.slice(-40),
    popular: bought.slice(-20),
  }
}

/** Waits until every event was delivered. Waits of up to three days after a failure are cut short. */
const allDelivered = (databaseUrl: string, webhookId: string) =>
  withClient(databaseUrl, (client) =>
    waitFor(
      async () => {
        await client.query(
          'update webhook_deliveries set due_at = now() where due_at > now() and lease is null and webhook_id = $1',
          [webhookId],
        )
        const { rows } = await client.query(
          'select 1 from webhook_deliveries where due_at is not null and webhook_id = $1 limit 1',
          [webhookId],
        )
        return rows.length === 0
      },
      { what: 'que lleguen todos los avisos', seconds: MAX_WAIT_SECONDS, every: 200 },
    ),
  )
