/** A file as a data URL; also in a worker. Rejects when it cannot be read, as after it was moved. */
export function dataUrlOf(file: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(reader.result as string)) // of readAsDataURL
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Unreadable')))
    reader.readAsDataURL(file)
  })
}
