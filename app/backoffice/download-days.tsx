import { useState } from 'react'
import { today } from '#contract/store-day.ts'
import { refusalOf } from '../api/server-failure.ts'
import { download } from '../forms/download.ts'
import { useMounted } from '../forms/use-mounted.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, InputField } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { daysBefore } from './store-time.ts'

type Download = {
  /** The words of the button and the modal's title. */
  name: string
  /** The contents of the file, in words. */
  note: string
  load: (days: Days) => Promise<Blob>
  /** The file's name without the days, such as `pedidos`. */
  fileName: string
}

/** A button that downloads a workbook of the days that its modal asks for. */
export function DownloadDays({ className, ...download }: Download & { className?: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="secondary" icon="download" className={className} onClick={() => setOpen(true)}>
        {download.name}
      </Button>
      <Modal open={open} onClose={close} title={download.name}>
        {open && <DaysForm {...download} onClose={close} />}
      </Modal>
    </>
  )
}

type Days = { from: string; to: string }

const presets: { name: string; days: () => Days }[] = [
  { name: 'Hoy', days: () => ({ from: today(), to: today() }) },
  { name: '7 días', days: () => ({ from: daysBefore(today(), 6), to: today() }) },
  { name: 'Este mes', days: () => ({ from: `${today().slice(0, 8)}01`, to: today() }) },
]

const problemOf = ({ from, to }: Days) => {
  if (!from || !to) return 'Elige las dos fechas.'
  return from > to ? 'La fecha final no puede ser anterior a la inicial.' : undefined
}

function DaysForm({ note, load, fileName, onClose }: Download & { onClose: () => void }) {
  const [days, setDays] = useState<Days>(() => presets[2]!.days())
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [submitted, setSubmitted] = useState(false)
  const problem = problemOf(days)
  const mounted = useMounted()

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (problem || working) return
    setWorking(true)
    setFailure(undefined)
    try {
      download(await load(days), `${fileName}-${days.from}-a-${days.to}.xlsx`)
      if (mounted.current) onClose()
    } catch (error) {
      const { message, issues } = await refusalOf(error)
      setFailure(issues[0]?.message ?? message)
    } finally {
      setWorking(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-soft">{note}</p>
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Período</legend>
        {presets.map(({ name, days: preset }) => {
          const { from, to } = preset()
          return (
            <button
              key={name}
              type="button"
              aria-pressed={from === days.from && to === days.to}
              onClick={() => setDays({ from, to })}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-fill"
            >
              {name}
            </button>
          )
        })}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label="Desde"
          type="date"
          required
          value={days.from}
          max={today()}
          onChange={(event) => setDays({ ...days, from: event.target.value })}
        />
        <InputField
          label="Hasta"
          type="date"
          required
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.target.value })}
          error={submitted ? problem : undefined}
        />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <FieldError error={failure} />
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" icon="download" loading={working}>
          Descargar
        </Button>
      </div>
      <span role="status" className="sr-only">
        {working && 'Preparando la planilla…'}
      </span>
    </form>
  )
}
