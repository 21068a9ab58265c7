/** An error message that screen readers announce at once. Renders nothing without text. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="notice notice-warn" role="alert">
      {text}
    </p>
  );
}
