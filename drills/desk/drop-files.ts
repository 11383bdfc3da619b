/** The files of a day in the folder of imports, each written in pieces, as a slow copy is. */
import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '../wait-for.ts'

/** Seconds without a change before the shop takes a file; a file's pieces together take longer. */
export const QUIET_SECONDS = 1
const PIECES = 5
const PIECE_PAUSE_MS = 400
const TAKEN_SECONDS = 60

const OUTCOMES = ['done', 'refused'] as const

type File = {
  name: string
  heading: string
  rows: string[]
  outcome: (typeof OUTCOMES)[number]
  /** Of its report. */
  result: string
  /** Created, updated and unchanged products of a file that is saved. */
  counts?: [number, number, number]
}

/** The price that the files find; those of the wrong file are of more than half more. */
export const PRICE = 1_990
const [NEW_PRICE, WRONG_PRICE, FIRST_PRICE] = [2_090, 19_900, 3_490]
const NEW_PRODUCTS = 40
/** Few, so that the counter sells some of the new products out. */
const FIRST_STOCK = 4
const ARRIVED_STOCK = 150

const SAVED = 'Resultado: Guardada'
const WAITS = 'Resultado: No se guardó: espera una revisión en Importaciones'

/** Products of each file. A file's stock replaces the shop's, so those that a truck brought aren't on sale at the counter. */
export type Shelves = Record<'repriced' | 'arrived' | 'wrong', string[]>

/** The day's files, in their order. The prices come twice, the second time with nothing to change. */
function filesOf({ repriced, arrived, wrong }: Shelves): File[] {
  const price = (cost: number) => (barcode: string) => `${barcode};${cost}`
  const saved = { outcome: 'done', result: SAVED } as const
  const prices = { ...saved, name: 'precios.csv', heading: 'Código de barras;Precio' }
  return [
    {
      ...{ ...saved, name: 'nuevos.csv', heading: 'Código de barras;Nombre;Precio;Stock' },
      rows: newBarcodes().map(
        (barcode) => `${barcode};Crema de manos ${barcode};${FIRST_PRICE};${FIRST_STOCK}`,
      ),
      counts: [NEW_PRODUCTS, 0, 0],
    },
    { ...prices, rows: repriced.map(price(NEW_PRICE)), counts: [0, repriced.length, 0] },
    {
      ...{ ...saved, name: 'recepcion.csv', heading: 'Código de barras;Stock' },
      rows: arrived.map((barcode) => `${barcode};${ARRIVED_STOCK}`),
      counts: [0, arrived.length, 0],
    },
    {
      ...{ ...prices, name: 'equivocado.csv', outcome: 'refused', result: WAITS },
      rows: wrong.map(price(WRONG_PRICE)),
    },
    { ...prices, rows: repriced.map(price(NEW_PRICE)), counts: [0, 0, repriced.length] },
  ]
}

const newBarcodes = () =>
  Array.from({ length: NEW_PRODUCTS }, (_, n) => `792${String(n + 1).padStart(10, '0')}`)

/** Drops the files one after the other, and looks where each one ends and what its report says. */
export async function dropFiles(folder: string, shelves: Shelves) {
  const list = async () =>
    (
      await Promise.all(
        OUTCOMES.map(async (outcome) =>
          (await readdir(join(folder, outcome))).map((name) => `${outcome}/${name}`),
        ),
      )
    ).flat()
  const files = filesOf(shelves)
  const wrong: string[] = []
  for (const { name, heading, rows, outcome, result } of files) {
    const before = await list()
    await writeInPieces(join(folder, name), [heading, ...rows].join('\r\n'))
    const report = await waitFor(
      async () => {
        if (existsSync(join(folder, name))) return undefined
        return (await list()).find((path) => path.endsWith('.txt') && !before.includes(path))
      },
      { what: `que la tienda tome ${name}`, seconds: TAKEN_SECONDS, every: 100 },
    )
    const said = await readFile(join(folder, report), 'utf8')
    const isThere = existsSync(join(folder, report.replace(/\.txt$/, '')))
    if (!report.startsWith(`${outcome}/`) || !said.includes(`${result}\r\n`) || !isThere) wrong.push(name)
  }
  const price = (cost: number) => (barcode: string) => [barcode, cost] as const
  return {
    files: files.length,
    /** Files that aren't where they belong, or whose report says something else. */
    wrong,
    /** The counts of the events that must come. */
    finished: files.flatMap(({ counts }) => (counts ? [counts.join('/')] : [])),
    /** The prices that products must have at the end. */
    prices: new Map([
      ...newBarcodes().map(price(FIRST_PRICE)),
      ...shelves.repriced.map(price(NEW_PRICE)),
      ...shelves.wrong.map(price(PRICE)),
    ]),
  }
}

async function writeInPieces(path: string, text: string) {
  const bytes = Buffer.from(text)
  const size = Math.ceil(bytes.length / PIECES)
  for (let from = 0; from < bytes.length; from += size) {
    if (from > 0) await pause(PIECE_PAUSE_MS)
    await appendFile(path, bytes.subarray(from, from + size))
  }
}
