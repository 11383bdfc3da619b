import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { refusalOf } from '../api/server-failure.ts'
import { notice } from '../ui/notice.tsx'

/**
 * Saves each choice at once. Of several choices during a save only the last is saved.
 *
 * @returns the choice while it is being saved, and the function that makes one
 */
export function useSavedAtOnce<Choice extends {}>(save: (choice: Choice) => Promise<unknown>) {
  const { revalidate } = useRevalidator()
  const [wanted, setWanted] = useState<Choice>()
  const latest = useRef<Choice>(undefined)

  async function choose(choice: Choice) {
    const isSaving = latest.current !== undefined
    latest.current = choice
    setWanted(() => choice)
    if (isSaving) return
    try {
      for (let saved: Choice | undefined; saved !== latest.current; ) {
        saved = latest.current
        await save(saved)
        await revalidate()
      }
    } catch (error) {
      const { message } = await refusalOf(error)
      void notice.toast({ title: 'Error!', text: message, icon: 'error', timer: 1_500 })
      await revalidate()
    }
    latest.current = undefined
    setWanted(undefined)
  }

  return [wanted, choose] as const
}
