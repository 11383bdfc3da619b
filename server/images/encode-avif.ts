import { constants, setPriority } from 'node:os'
import type { AvifAnswer, AvifJob } from './avif-process.ts'
import { encodeAvif } from './encode.ts'

/** The process that `avif-process.ts` starts. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const answer = (message: AvifAnswer) => process.send?.(message)

process.on('message', ({ kind, bytes, width }: AvifJob) => {
  encodeAvif(kind, bytes, width).then(
    (encoded) => answer({ encoded }),
    (error: unknown) => answer({ failure: String(error) }),
  )
})

// The parent disconnects when it is killed.
process.on('disconnect', () => process.exit())
