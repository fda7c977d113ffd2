import { linesOf } from '../line.ts'

const models = [
  '',
  ', Engraved Base',
  ', Desk Size',
  ' with Visiting-Card Slot',
  ' for Clinics',
  ', Compliance Ready',
  ' with Brand Plate',
] as const

/** Desk models for doctors; the pharmaceutical industry's own. */
export const anatomy = linesOf(
  {
    category: 'Medical & Conference',
    themes: ["Doctors' Day", 'Conference', 'Premium'],
    industries: ['Pharmaceutical', 'Healthcare'],
  },
  {
    tooth: {
      at: 'Anatomical Models',
      in: 'teal blush navy sand',
      bands: [3, 4],
      doctors: ['Dentist'],
      nouns: [
        'Molar Paperweight on a {c} Base',
        'Tooth Model on a Wooden Stand, {c}',
        'Dental Desk Model, {c} Stand',
        'Polished Molar Model with {c} Tint',
      ],
      extras: models,
    },
    heart: {
      at: 'Anatomical Models',
      in: 'teal copper sage',
      bands: [3, 4],
      doctors: ['Cardiologist', 'General Physician'],
      nouns: [
        'Heart Model on a Wooden Stand',
        'Anatomical Heart Paperweight',
        'Cardiac Desk Model',
        'Heart with Great Vessels, Desk Model',
      ],
      extras: models,
    },
    eye: {
      at: 'Anatomical Models',
      in: 'teal navy leaf',
      bands: [3, 4],
      doctors: ['Ophthalmologist'],
      nouns: [
        '{c} Iris Eye Model in a {m} Cradle',
        'Eye Paperweight, {c} Iris',
        'Ophthalmic Desk Model, {c}',
        'Eye Globe on a Stand, {c} Iris',
      ],
      extras: models,
    },
    spine: {
      at: 'Anatomical Models',
      in: 'teal sand brick',
      bands: [4, 5],
      doctors: ['Orthopaedic Surgeon'],
      nouns: [
        'Spine Model with {c} Discs',
        'Vertebrae Desk Model, {c} Discs',
        'Lumbar Column on a Stand, {c}',
        'Six-Vertebra Model with {c} Discs',
      ],
      extras: models,
    },
    brain: {
      at: 'Anatomical Models',
      in: 'blush navy sage',
      bands: [3, 4],
      doctors: ['Neurologist', 'Psychiatrist'],
      nouns: [
        'Brain Model on a Wooden Stand',
        'Anatomical Brain Paperweight',
        'Neuro Desk Model',
        'Brain and Stem Desk Model',
      ],
      extras: models,
    },
  },
)
