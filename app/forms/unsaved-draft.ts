import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { parseStored } from '../browser/draft.ts'
import { createExternalStore, createStore } from '../browser/external-store.ts'
import { readSession, SESSION_EXPIRING, UNSAVED_DRAFT } from '../session/session.ts'

/** A form of a user that was being filled in when the session ended (docs/product.md#unsaved-work). */
export type UnsavedDraft = {
  form: 'product' | 'supplier' | 'category' | 'answer' | 'invitation' | 'profile'
  /** The screen of the form, with the list's search and page. */
  path: string
  /** The form's subject, for 'antes de guardar …'. */
  about: string
  /** The row as the form had loaded it, for an answer its request; null for a new one, and where the form loads it anew. */
  row: unknown
  values: Record<string, string>
  /** The image or password that isn't kept and has to be given again, as the offer says it. */
  lost?: string
}

type StoredDraft = UnsavedDraft & { owner: string; savedAt: number }

/** Somebody else may sit at the computer then. */
const LIFETIME_MS = 30 * 60_000

let snapshot: { raw: string | null; draft: StoredDraft | null } = { raw: null, draft: null }

/** The draft of this tab, for its author and for a visitor, who may be the author; null without one, and when it is older than half an hour. */
function readStored(): StoredDraft | null {
  const raw = sessionStorage.getItem(UNSAVED_DRAFT)
  if (raw !== snapshot.raw) {
    snapshot = { raw, draft: parseStored<StoredDraft>(raw) }
  }
  const { draft } = snapshot
  const session = readSession()
  const offered =
    draft && (!session || draft.owner === session.userId) && Date.now() - draft.savedAt < LIFETIME_MS
  return offered ? draft : null
}

const stored = createExternalStore(readStored, null)

/** The draft that waits for its author's answer, perhaps after a login. */
export const useOfferedDraft = (): UnsavedDraft | null => stored.use()

/** The draft that its author wants back, until its screen has taken it. */
const restoring = createStore<UnsavedDraft | null>(null)

/** Removes the draft; with `restore` its form takes it when its screen is open. */
export function answerDraft(draft: UnsavedDraft, { restore }: { restore: boolean }) {
  sessionStorage.removeItem(UNSAVED_DRAFT)
  stored.notify()
  if (restore) restoring.set(draft)
}

/**
 * Keeps a form's unsaved values in the tab when the session ends before they are saved.
 *
 * @param describe the draft as it is at that moment
 */
export function useKeepUnsaved(unsaved: boolean, describe: () => Omit<UnsavedDraft, 'path'>) {
  const latest = useRef(describe)
  latest.current = describe
  useEffect(() => {
    if (!unsaved) return
    const owner = readSession()?.userId ?? ''
    const keep = () => {
      const draft: StoredDraft = {
        ...latest.current(),
        path: location.pathname + location.search,
        owner,
        savedAt: Date.now(),
      }
      sessionStorage.setItem(UNSAVED_DRAFT, JSON.stringify(draft))
    }
    window.addEventListener(SESSION_EXPIRING, keep)
    return () => window.removeEventListener(SESSION_EXPIRING, keep)
  }, [unsaved])
}

/** The draft that a screen's form should start with, and a function that forgets it when the form is closed. */
export function useRestoredDraft(form: UnsavedDraft['form']) {
  const waiting = restoring.use()
  const [draft, setDraft] = useState<UnsavedDraft | null>(null)
  useEffect(() => {
    if (waiting?.form !== form) return
    setDraft(waiting)
    restoring.set(null)
  }, [waiting, form])
  return { draft, forget: () => setDraft(null) }
}

/** Fills a form in with a draft's values, as if they were typed. */
export function useDraftValues<Values extends FieldValues, Output>(
  { setValue, getValues }: UseFormReturn<Values, unknown, Output>,
  draft: UnsavedDraft | null | undefined,
) {
  useEffect(() => {
    if (!draft) return
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      const text = draft.values[name]
      if (text !== undefined) setValue(name, text as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
  }, [draft, setValue, getValues])
}
