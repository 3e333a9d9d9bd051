"""How the hooks fare: what the doctor says of them."""

from device.club.hooks.hook_delivery import missing_script
from device.club.hooks.hook_follower import called
from device.club.hooks.hook_memory import HookMemory
from device.finding import Finding, Health
from device.store.settings import Settings


def check_hooks(settings: Settings) -> Finding:
    """Whether all hooks of the settings can be told, and were the last time that there was something to tell."""
    hooks = settings.hooks
    if not hooks:
        return Finding("hooks", Health.OK, "none")
    memory = HookMemory(settings.table.data)
    troubles, missed = [], 0
    for hook in hooks:
        known = memory.of(hook)
        missed += known.missed
        wrong = missing_script(hook) or known.failed
        if wrong:
            troubles.append(wrong)
    told = ", ".join(map(called, hooks))
    if troubles:
        advice = "put that right, then: tableside hooks try game_over"
        return Finding("hooks", Health.WARNING, "; ".join(troubles), advice)
    return Finding(
        "hooks", Health.OK, told + (f"; {missed} events could not be told so far" if missed else "")
    )
