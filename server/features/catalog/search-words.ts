import { type RawBuilder, sql } from 'kysely'
import { fold } from '#domain/text.ts'
import { likePattern } from '../../database/like-pattern.ts'

/** More words make no search more precise. */
const MAX_WORDS = 8
/** How many corrections of a misspelled word are searched for. */
const MAX_CORRECTIONS = 4

/** The words of a search, folded as the database folds its text. */
export const searchWords = (search: string): string[] =>
  fold(search).split(' ').filter(Boolean).slice(0, MAX_WORDS)

/**
 * A table with a row for each word of a search: its `place`, the `patterns` of the words that may match it, and the `best`
 * of these words. A word of the catalogue's vocabulary matches itself; an unknown word matches the most similar known words
 * ("lozartan" → "losartan").
 */
export const correctedWords = (words: string[]): RawBuilder<unknown> => sql`
  select place, coalesce(similar_words[1], word_given) as best,
    case when similar_words = '{}' then array[pattern]
      else array(select '%' || word || '%' from unnest(similar_words) word) end as patterns
  from unnest(${words}::text[], ${words.map(likePattern)}::text[]) with ordinality as given (word_given, pattern, place),
  lateral (
    select array(
      select word from search_words
      where length(word_given) >= 4 and word_given ~ '[^0-9]' and word % word_given
        and not exists (select from search_words where word like pattern)
      order by similarity(word, word_given) desc, word
      limit ${sql.lit(MAX_CORRECTIONS)}
    ) as similar_words
    offset 0 -- without it the planner computes the array once for each use above
  ) corrected`
