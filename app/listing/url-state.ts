/** A parameter of a screen's URL. `read` gives undefined for a text that makes no sense; the parameter then counts as absent. */
export type Param<Value> = {
  name: string
  read(text: string): Value | undefined
  write(value: Value): string
  /** Whether the text is a list with commas. A form that is sent without scripts repeats the parameter instead. */
  many?: boolean
  /** False for a parameter that narrows no list, such as the order of its rows. */
  narrows?: boolean
  /** Whether it is a place in the list, such as the page, which any other change leaves. */
  place?: true
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

/** A URL parameter whose only word stands for `value`; any other word counts as absent. */
export const flag = <const Value>(name: string, word: string, value: Value): Param<Value> => ({
  ...{ name, write: () => word },
  read: (text) => (text === word ? value : undefined),
})

export const text = (name: string, maxLength: number): Param<string> => ({
  ...{ name, write: (value) => value },
  read: (value) => value.slice(0, maxLength) || undefined,
})

/** A URL parameter with several of some values, in the order of their options. */
export function choices<Value extends string>(name: string, options: Options<Value>): Param<Value[]> {
  const { write } = choice(name, options)
  return {
    ...{ name, many: true, write: (chosen) => chosen.map(write).join() },
    read: (text) => {
      const words = text.split(',')
      return (Object.keys(options) as Value[]).filter((value) => words.includes(write(value)))
    },
  }
}

/** A URL parameter with several texts that have no commas; at most the first `max` are read. */
export const texts = (name: string, max: number): Param<string[]> => ({
  ...{ name, many: true, write: (values) => values.join() },
  read: (text) => text.split(',').filter(Boolean).slice(0, max),
})

/** The most characters of a search; the server's limit. */
const MAX_SEARCH = 100

/** A text as a page can show it: NUL and half of an emoji are replaced, as browsers do. */
export const shownText = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The text of a search, without spaces around it. */
export const search = (name = 'buscar'): Param<string> => ({
  ...{ name, write: (value) => value },
  read: (text) => shownText(text.trim().slice(0, MAX_SEARCH)) || undefined,
})

/** Pages beyond this can't exist; a larger number in the URL is ignored. */
const MAX_PAGE = 1_000_000

/** The number of a page, from 1; the first one isn't written. */
export const page = (name = 'pagina'): Param<number> => ({
  ...{ name, narrows: false, place: true, write: (value) => (value > 1 ? String(value) : '') },
  read: (text) => {
    const asked = Math.floor(Number(text))
    return asked >= 1 && asked <= MAX_PAGE ? asked : undefined
  },
})

/** Whether a text is a day that a filter accepts, `YYYY-MM-DD`. */
export const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** A URL parameter with a day, `YYYY-MM-DD`, or one of the given words. */
export const day = (name: string, ...words: string[]): Param<string> => ({
  ...{ name, write: (value) => value },
  read: (text) => (isDay(text) || words.includes(text) ? text : undefined),
})

/** Reads the parameters of a URL. */
export const readState = <P extends Params>(params: P, url: URLSearchParams): State<P> =>
  Object.fromEntries(
    Object.entries(params).map(([key, { name, read, many }]) => {
      const text = many ? url.getAll(name).join() : url.get(name)
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

/** A path with parameters as people read them: spaces as `%20`, and lists with commas. */
export function urlOf(path: string, params: URLSearchParams): string {
  const query = params.toString().replaceAll('%2C', ',').replaceAll('+', '%20')
  return query ? `${path}?${query}` : path
}
