import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { answerWriter } from './answer-writer.ts'

const TEXT = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('"\\\n\ud800'))
const WRONG = fc.constantFrom<unknown>(
  null,
  undefined,
  '',
  'x',
  1.5,
  -0,
  NaN,
  2 ** 60,
  true,
  {},
  [],
  new Date(0),
  7n,
)

/** Values of a schema, with absent fields, in another order, and with others that it doesn't know. Of some, parts are wrong. */
function valuesOf(schema: z.core.$ZodType, hasWrong: boolean): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const values = (): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'string':
        return TEXT
      case 'number':
        return 'format' in def ? fc.integer() : fc.oneof(fc.integer(), fc.double())
      case 'boolean':
        return fc.boolean()
      case 'enum':
      case 'literal':
        return fc.constantFrom(...schema._zod.values!)
      case 'nullable':
        return fc.option(valuesOf(def.innerType, hasWrong))
      case 'optional':
        return fc.option(valuesOf(def.innerType, hasWrong), { nil: undefined })
      case 'array':
        return fc.array(valuesOf(def.element, hasWrong), { maxLength: 3 })
      case 'record':
        return fc.dictionary(
          valuesOf(def.keyType, hasWrong) as fc.Arbitrary<string>,
          valuesOf(def.valueType, hasWrong),
        )
      case 'object': {
        const fields = Object.entries(def.shape).map(([name, field]) =>
          fc.tuple(fc.constant(name), valuesOf(field, hasWrong)),
        )
        const others = fc.dictionary(fc.string(), TEXT, { maxKeys: 1 })
        return fc
          .tuple(fc.tuple(...fields), fc.boolean(), fc.boolean(), others)
          .map(([known, isReversed, hasAbsent, unknown]) => {
            const sent = hasAbsent ? known.filter(([, value]) => value !== undefined) : known
            return { ...unknown, ...Object.fromEntries(isReversed ? sent.toReversed() : sent) }
          })
      }
      default:
        return fc.anything()
    }
  }
  return hasWrong ? fc.oneof({ arbitrary: values(), weight: 30 }, { arbitrary: WRONG, weight: 1 }) : values()
}

/** The text that a writer makes of a value, or its error. */
function outcome(write: () => string) {
  try {
    return write()
  } catch (error) {
    return error instanceof z.ZodError ? error.issues : String(error)
  }
}

const answers = Object.entries(calls).flatMap(([name, { answer }]) =>
  typeof answer === 'string' ? [] : [[name, answer] as const],
)

test.each(answers)('an answer of %s is written, or refused, as zod does it', (_, schema) => {
  const write = answerWriter(schema)
  for (const hasWrong of [false, true])
    fc.assert(
      fc.property(valuesOf(schema, hasWrong), (value) => {
        expect(outcome(() => write(value))).toEqual(outcome(() => JSON.stringify(schema.parse(value))))
      }),
      { numRuns: 30 },
    )
})

test.each<[string, z.ZodType, unknown]>([
  ['a text with a transformation', z.object({ a: z.string().trim() }), { a: ' x ' }],
  ['a text with a check', z.object({ a: z.string().max(1) }), { a: 'xx' }],
  ['an address', z.object({ a: z.email() }), { a: 'x' }],
  ['a coerced number', z.object({ a: z.coerce.number() }), { a: '1' }],
  ['a number with a check', z.object({ a: z.int().min(2) }), { a: 1 }],
  ['a default', z.object({ a: z.string().default('x'), b: z.string().default('y').optional() }), {}],
  ['strict fields', z.strictObject({ a: z.string() }), { a: 'x', b: 'y' }],
  ['fields with others', z.looseObject({ a: z.string() }), { a: 'x', b: 'y' }],
  ['a check of all fields', z.object({ a: z.string() }).refine(() => false), { a: 'x' }],
  ['whatever, absent', z.object({ a: z.unknown() }), {}],
  ['a union', z.object({ a: z.union([z.string(), z.null()]) }), { a: null }],
  ['an array with a hole', z.array(z.string()), Array(1)],
])('%s is left to zod', (_, schema, value) => {
  expect(outcome(() => answerWriter(schema)(value))).toEqual(
    outcome(() => JSON.stringify(schema.parse(value))),
  )
})
