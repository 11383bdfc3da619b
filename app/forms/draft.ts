import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { createStorageStore, parseStored } from '../browser/browser-storage.ts'
import { createStore } from '../browser/external-store.ts'
import { readSession, SESSION_EXPIRING, UNSAVED_DRAFT, useSession } from '../session/session.ts'

/**
 * A form's draft, in the tab's storage for half an hour. The shop's forms save a draft while people type ({@link useDraft}). The
 * forms of a logged-in user save one when the session ends, to offer it after the next login ({@link useUnsavedDraft}).
 */
type StoredDraft = {
  /** The owner's user id; empty for forms that anybody fills in. */
  owner: string
  values: Record<string, unknown>
  savedAt: number
}

/** Somebody else may use the computer after this time. */
const LIFETIME_MS = 30 * 60_000

const isFresh = ({ savedAt }: Partial<StoredDraft>) => Date.now() - Number(savedAt) < LIFETIME_MS

function store<Draft extends Omit<StoredDraft, 'savedAt'>>(key: string, draft: Draft) {
  sessionStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
}

/** The unsent values of a form in this tab. Empty for another owner's draft, and for a draft older than half an hour. */
function readValues(key: string, owner: string): Record<string, unknown> {
  const stored = parseStored<Partial<StoredDraft>>(sessionStorage.getItem(key))
  if (stored?.owner !== owner) return {}
  if (isFresh(stored)) return stored.values ?? {}
  sessionStorage.removeItem(key)
  return {}
}

/** The unsent text of a form in this tab. */
export function readDraft<Name extends string>(
  key: string,
  names: readonly Name[],
  owner = '',
): Partial<Record<Name, string>> {
  const values = readValues(key, owner)
  return Object.fromEntries(
    names.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : [])),
  ) as Partial<Record<Name, string>>
}

/**
 * Saves a form's texts and lists for half an hour in this tab, so that a reload loses no long message, and restores them into empty fields.
 *
 * @param names the fields to save, a constant; never passwords or the honeypot
 * @returns a function that deletes the draft, for when the form was sent
 */
export function useDraft<Values extends FieldValues, Output>(
  key: string,
  names: readonly Path<Values>[],
  { getValues, setValue, subscribe }: UseFormReturn<Values, unknown, Output>,
  owner = '',
): () => void {
  useEffect(() => {
    const draft = readValues(key, owner)
    for (const name of names) {
      const value = draft[name]
      if (value && !getValues(name)?.length) setValue(name, value as PathValue<Values, Path<Values>>)
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        store(key, { owner, values: Object.fromEntries(names.map((name) => [name, values[name]])) }),
    })
  }, [key, names, owner, getValues, setValue, subscribe])
  return useCallback(() => sessionStorage.removeItem(key), [key])
}

/** A draft of a user's form, saved when the session ended. */
export type UnsavedDraft = {
  form: 'product' | 'supplier' | 'category' | 'coupon' | 'answer' | 'invitation' | 'profile'
  /** The screen of the form, with the list's search and page. */
  path: string
  /** The form's subject, for 'antes de guardar …'. */
  about: string
  /** The row as the form had loaded it; for an answer, the answered request; null for a new row, or if the form loads the row itself. */
  row: unknown
  values: Record<string, string>
  /** The image or password that a draft can't keep, in the words of the offer. */
  lost?: string
}

const unsavedDraft = createStorageStore(
  () => sessionStorage.getItem(UNSAVED_DRAFT) ?? '',
  (text) => parseStored<UnsavedDraft & StoredDraft>(text),
)

/** The unsaved draft of the last half hour that waits for its author's choice. A visitor may be the author, who then logs in. */
export function useOfferedDraft(): UnsavedDraft | null {
  const draft = unsavedDraft.use()
  const session = useSession()
  return draft && (!session || draft.owner === session.userId) && isFresh(draft) ? draft : null
}

/** The draft to restore, until its screen has taken it. */
const restoring = createStore<UnsavedDraft | null>(null)

/** Removes the unsaved draft. With `restore` the form takes the draft when its screen opens. */
export function resolveDraft(draft: UnsavedDraft, { restore }: { restore: boolean }) {
  sessionStorage.removeItem(UNSAVED_DRAFT)
  unsavedDraft.notify()
  if (restore) restoring.set(draft)
}

/** The draft that a screen's form should start with, and a function that forgets the draft when the form closes. */
export function useRestoredDraft(form: UnsavedDraft['form'] | undefined) {
  const waiting = restoring.use()
  const [draft, setDraft] = useState<UnsavedDraft | null>(null)
  useEffect(() => {
    if (!waiting || waiting.form !== form) return
    setDraft(waiting)
    restoring.set(null)
  }, [waiting, form])
  return { draft, forget: () => setDraft(null) }
}

/**
 * Fills a form in with a restored draft, as if typed, and saves a draft when the session ends before the form is saved.
 *
 * @param draft null for a form that starts without one
 * @param describe builds the draft when the session ends
 * @param unsaved whether there is something to save
 */
export function useUnsavedDraft<Values extends FieldValues, Output>(
  { setValue, getValues, formState }: UseFormReturn<Values, unknown, Output>,
  draft: UnsavedDraft | null | undefined,
  describe: () => Omit<UnsavedDraft, 'path'>,
  unsaved = formState.isDirty,
) {
  useEffect(() => {
    if (!draft) return
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      const text = draft.values[name]
      if (text !== undefined) setValue(name, text as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
  }, [draft, setValue, getValues])

  const save = useEffectEvent((owner: string) =>
    store(UNSAVED_DRAFT, { ...describe(), path: location.pathname + location.search, owner }),
  )
  useEffect(() => {
    if (!unsaved) return
    const owner = readSession()?.userId ?? ''
    const onExpiring = () => save(owner)
    window.addEventListener(SESSION_EXPIRING, onExpiring)
    return () => window.removeEventListener(SESSION_EXPIRING, onExpiring)
  }, [unsaved])
}
