import { sql } from 'kysely'
import { fold } from '#domain/text.ts'
import type { Db } from '../../database/schema.ts'

/** More words than this say nothing more. */
const MAX_WORDS = 8
/** How many corrections of a mistyped word are tried. */
const MAX_CORRECTIONS = 4

/** A pattern that finds the text anywhere, its own wildcards taken literally. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The words of a search, each with what to look for in its place: itself when the catalogue's vocabulary has a word with
 * it, else the vocabulary's likest words ("lozartan" → "losartan"), best first.
 */
export async function correctWords(database: Db, search: string): Promise<string[][]> {
  const words = fold(search).split(' ').filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const { rows } = await sql<{ corrections: string[] | null }>`
    select case
      when length(sought) < 4 or sought !~ '[^0-9]' or exists (select from search_words where word like pattern) then null
      else array(
        select word from search_words where word % sought
        order by similarity(word, sought) desc, word limit ${MAX_CORRECTIONS})
      end as corrections
    from unnest(${words}::text[], ${words.map(likePattern)}::text[]) with ordinality as given (sought, pattern, place)
    order by place`.execute(database)
  return words.map((word, index) => {
    const corrections = rows[index]?.corrections
    return corrections?.length ? corrections : [word]
  })
}
