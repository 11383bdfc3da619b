import { expect, test } from 'vitest'
import { type OrderEvent, orderTimeline } from './order-events.ts'
import type { OrderStatus } from './order-status.ts'

const date = '2026-01-05T12:00:00.000Z'
const event = (kind: OrderEvent['kind'], hour: number): OrderEvent => ({
  kind,
  at: `2026-01-06T${hour}:00:00.000Z`,
})

type Case = [
  name: string,
  order: { status: OrderStatus; hasProof: boolean },
  events: OrderEvent[],
  steps: string[],
]

const cases: Case[] = [
  ['a new order', { status: 'pending', hasProof: false }, [], ['placed']],
  [
    'one with all its events',
    { status: 'delivered', hasProof: true },
    [event('proof', 10), event('delivered', 11)],
    ['placed', 'proof', 'delivered'],
  ],
  [
    'one that was cancelled and taken up again',
    { status: 'pending', hasProof: false },
    [event('cancelled', 10), event('pending', 11)],
    ['placed', 'cancelled', 'pending'],
  ],
  [
    'one whose proof is older than the events and was rejected',
    { status: 'pending', hasProof: true },
    [event('proof-rejected', 10), event('proof', 11)],
    ['placed', 'proof?', 'proof-rejected', 'proof'],
  ],
  [
    'one older than the events',
    { status: 'delivered', hasProof: true },
    [],
    ['placed', 'proof?', 'delivered?'],
  ],
  [
    'one that a server without events changed last',
    { status: 'cancelled', hasProof: false },
    [event('delivered', 10)],
    ['placed', 'delivered', 'cancelled?'],
  ],
  [
    'one whose proof was erased with its customer',
    { status: 'delivered', hasProof: false },
    [event('proof', 10), event('delivered', 11)],
    ['placed', 'proof', 'delivered'],
  ],
]

test.each(cases)('the timeline of %s', (_, order, events, steps) => {
  const timeline = orderTimeline({ date, ...order }, events)
  expect(timeline.map(({ kind, at }) => (at === null ? `${kind}?` : kind))).toEqual(steps)
  expect(timeline[0]!.at).toBe(date)
})
