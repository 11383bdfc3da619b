import { type RawBuilder, sql } from 'kysely'
import { fold } from '#domain/text.ts'

/** More words than this say nothing more. */
const MAX_WORDS = 8
/** How many corrections of a mistyped word are tried. */
const MAX_CORRECTIONS = 4

/** A pattern that finds the text anywhere, its own wildcards taken literally. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The words of a search, folded as the database folds. */
export const wordsOf = (search: string): string[] =>
  fold(search).split(' ').filter(Boolean).slice(0, MAX_WORDS)

/**
 * A table of what to look for: for each word its `place`, the `patterns` that may stand for it and the `best` of them. A word
 * that the catalogue's vocabulary knows stands for itself, another one for the likest known words ("lozartan" →
 * "losartan").
 */
export const correctedWords = (words: string[]): RawBuilder<unknown> => sql`
  select place, coalesce(likest[1], sought) as best,
    case when likest = '{}' then array[pattern] else array(select '%' || word || '%' from unnest(likest) word) end as patterns
  from unnest(${words}::text[], ${words.map(likePattern)}::text[]) with ordinality as given (sought, pattern, place),
  lateral (
    select array(
      select word from search_words
      where length(sought) >= 4 and sought ~ '[^0-9]' and word % sought
        and not exists (select from search_words where word like pattern)
      order by similarity(word, sought) desc, word
      limit ${sql.lit(MAX_CORRECTIONS)}
    ) as likest
    offset 0 -- or the planner asks for them once for each time they are named above
  ) corrected`
