import type { z } from 'zod'

/** Picks from a value the part that a schema lets through. Throws {@link UNSURE} where zod has to decide. */
type Pick = (value: unknown) => unknown

const UNSURE = Symbol('unsure')

/**
 * Writes the answers of a schema: the same text as `JSON.stringify(schema.parse(value))`, or the same error. zod makes a result and a
 * list of issues of each field, which was a quarter of what an answer's request allocated. So each kind of schema that answers
 * consist of has a function that looks at the value and returns it, made once; whatever it isn't sure of is left to zod.
 */
export function answerWriter(schema: z.ZodType): (value: unknown) => string {
  const pick = pickOf(schema)
  return (value) => {
    let picked: unknown
    try {
      picked = pick(value)
    } catch (error) {
      if (error !== UNSURE) throw error
      picked = schema.parse(value)
    }
    return JSON.stringify(picked)
  }
}

function pickOf(schema: z.core.$ZodType): Pick {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const byZod: Pick = (value) => {
    const { success, data } = (schema as z.ZodType).safeParse(value)
    // An absent field is undefined here, for zod it isn't.
    return success && value !== undefined ? data : unsure()
  }
  if (def.checks?.length || ('coerce' in def && def.coerce)) return byZod
  switch (def.type) {
    case 'string':
      return 'format' in def ? byZod : pickString
    case 'number':
      if (!('format' in def)) return pickNumber
      return def.format === 'safeint' ? pickInteger : byZod
    case 'boolean':
      return pickBoolean
    case 'enum':
    case 'literal':
      return pickOneOf(schema._zod.values!)
    case 'nullable':
      return unless(null, pickOf(def.innerType))
    case 'optional':
      // A default inside would take the place of what is absent.
      return def.innerType._zod.optin === undefined ? unless(undefined, pickOf(def.innerType)) : byZod
    case 'array':
      return pickElements(pickOf(def.element))
    case 'object':
      return def.catchall ? byZod : pickFields(def.shape)
    default:
      return byZod
  }
}

function unsure(): never {
  throw UNSURE
}

const pickString: Pick = (value) => (typeof value === 'string' ? value : unsure())
const pickNumber: Pick = (value) => (Number.isFinite(value) ? value : unsure())
const pickInteger: Pick = (value) => (Number.isSafeInteger(value) ? value : unsure())
const pickBoolean: Pick = (value) => (typeof value === 'boolean' ? value : unsure())

const pickOneOf =
  (values: ReadonlySet<unknown>): Pick =>
  (value) =>
    values.has(value) ? value : unsure()

const unless =
  (empty: null | undefined, pick: Pick): Pick =>
  (value) =>
    value === empty ? empty : pick(value)

const pickElements =
  (pick: Pick): Pick =>
  (value) => {
    if (!Array.isArray(value)) return unsure()
    const picked: unknown[] = []
    for (let at = 0; at < value.length; at += 1) picked.push(pick(value[at]))
    return picked
  }

/** A function that is compiled for these fields, as zod's own are: it costs a tenth of a loop over their names. */
function pickFields(shape: Readonly<Record<string, z.core.$ZodType>>): Pick {
  const fields = Object.keys(shape).map((name, at) => {
    const text = JSON.stringify(name)
    return `${text}: pick${at}(value[${text}])`
  })
  const compile = new Function(
    ...fields.map((_, at) => `pick${at}`),
    `return (value) => ({ ${fields.join()} })`,
  ) as (...picks: Pick[]) => Pick
  const pick = compile(...Object.values(shape).map(pickOf))
  return (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? pick(value) : unsure()
}
