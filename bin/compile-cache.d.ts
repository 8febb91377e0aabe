export function keepCompiledCode(): void
