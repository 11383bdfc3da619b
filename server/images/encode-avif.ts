import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { encodeAvif } from './encode.ts'
import type { ImageKind } from './image-kinds.ts'

// The program that avif-queue.ts runs: reads an image from stdin, and writes its AVIF version of a width to stdout.

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const [kind, width] = process.argv.slice(2)
process.stdout.write(await encodeAvif(kind as ImageKind, await buffer(process.stdin), Number(width)))
