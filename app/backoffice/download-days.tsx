import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { daysBefore, today } from '#contract/store-day.ts'
import { download } from '../forms/download-button.tsx'
import { FormModal, ModalButtons } from '../forms/form-modal.tsx'
import { useFormModal } from '../forms/in-modal.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'

type Download = {
  name: string
  note: string
  load: (days: Days) => Promise<Blob>
  /** The file's name without the days, such as `pedidos`. */
  fileName: string
}

export function DownloadDays({
  className,
  small = false,
  ...download
}: Download & { className?: string; small?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        small={small}
        icon="download"
        title={small ? download.name : undefined}
        className={className}
        onClick={() => setOpen(true)}
      >
        <span>{download.name}</span>
      </Button>
      <FormModal open={open} onClose={() => setOpen(false)} title={download.name}>
        {open && <DaysForm {...download} />}
      </FormModal>
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

function DaysForm({ note, load, fileName }: Download) {
  const { close } = useFormModal()
  const form = useForm<Days>({ mode: 'onSubmit', defaultValues: presets[2]!.days() })
  const submit = useSubmit(
    form,
    async (days) => {
      download(await load(days), `${fileName}-${days.from}-a-${days.to}.xlsx`)
      close()
    },
    { asks: false },
  )
  const days = form.watch()

  return (
    <form {...submit.formProps} className="grid gap-4">
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
              onClick={() => form.reset({ from, to })}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-paper px-4 font-semibold text-sm hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-fill"
            >
              {name}
            </button>
          )
        })}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField label="Desde" type="date" required max={today()} {...submit.field('from')} />
        <InputField
          label="Hasta"
          type="date"
          required
          {...submit.field('to', { validate: (_, days) => problemOf(days) ?? true })}
        />
      </div>
      <ModalButtons submit="Descargar" icon="download" form={submit} />
      <span role="status" className="sr-only">
        {submit.sending && 'Preparando la planilla…'}
      </span>
    </form>
  )
}
