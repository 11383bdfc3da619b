/** A parameter of a screen's URL. `read` gives undefined for a text that makes no sense, which counts as absent. */
export type Param<Value> = {
  name: string
  read(text: string): Value | undefined
  write(value: Value): string
  /** False if it narrows no list, as an order. */
  narrows?: boolean
}

export type Params = Readonly<Record<string, Param<unknown>>>

/** The values of a screen's parameters; undefined for absent ones. */
export type State<P extends Params> = {
  [Key in keyof P]: (P[Key] extends Param<infer Value> ? Value : never) | undefined
}

/** The choices of a parameter by value, with their words in the URL (the value itself if absent) and on the screen. */
export type Options<Value extends string> = Readonly<Record<Value, { word?: string; name: string }>>

/** A URL parameter with one of some values; `options` are the choices of its dropdown. */
export function choice<Value extends string>(name: string, options: Options<Value>) {
  const values = Object.keys(options) as Value[]
  const wordOf = (value: Value) => options[value].word ?? value
  return {
    ...{ name, options, write: wordOf },
    read: (text: string) => values.find((value) => wordOf(value) === text),
  }
}

/** A word that stands for a value; any other word is none. */
export const flag = <const Value>(name: string, word: string, value: Value): Param<Value> => ({
  ...{ name, write: () => word },
  read: (text) => (text === word ? value : undefined),
})

export const text = (name: string, maxLength: number): Param<string> => ({
  ...{ name, write: (value) => value },
  read: (value) => value.slice(0, maxLength) || undefined,
})

/** Whether a text is a day that a filter accepts, `YYYY-MM-DD`. */
export const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** A day, `YYYY-MM-DD`, or one of the other words. */
export const day = (name: string, ...words: string[]): Param<string> => ({
  ...{ name, write: (value) => value },
  read: (text) => (isDay(text) || words.includes(text) ? text : undefined),
})

/** Reads the parameters of a URL. */
export const readState = <P extends Params>(params: P, url: URLSearchParams): State<P> =>
  Object.fromEntries(
    Object.entries(params).map(([key, { name, read }]) => {
      const text = url.get(name)
      return [key, text ? read(text) : undefined]
    }),
  ) as State<P>

/** Adds a change to a URL's parameters; undefined and empty texts remove theirs. */
export function writeState<P extends Params>(
  params: P,
  change: Partial<State<P>>,
  url = new URLSearchParams(),
) {
  const changed = new URLSearchParams(url)
  for (const [key, value] of Object.entries(change)) {
    const { name, write } = params[key]!
    const text = value === undefined ? '' : write(value)
    if (text) changed.set(name, text)
    else changed.delete(name)
  }
  return changed
}
