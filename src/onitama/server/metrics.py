"""What is counted, for Prometheus."""

from contextlib import AbstractContextManager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The counts of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("onitama_sockets", "Sockets that are open", registry=self.registry)
        self.rooms = Gauge("onitama_rooms_in_memory", "Rooms that are in memory", registry=self.registry)
        self.messages = Counter(
            "onitama_messages",
            "Messages from clients by what came of them",
            ["result"],
            registry=self.registry,
        )
        self.done = self.messages.labels("done")
        self.conflicts = Counter("onitama_conflicts", "Deeds that others came before", registry=self.registry)
        self.dropped = Counter(
            "onitama_dropped_sockets", "Sockets that the server has closed", ["code"], registry=self.registry
        )
        self.command_seconds = Histogram(
            "onitama_command_seconds",
            "From a message to its answer",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.store_seconds = Histogram(
            "onitama_store_seconds",
            "From a decision until it is stored",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.batch = Histogram(
            "onitama_batch_rooms",
            "Rooms whose events were stored together",
            buckets=(1, 2, 5, 10, 20, 50, 100),
            registry=self.registry,
        )

    def storing(self) -> AbstractContextManager[object]:
        """Measures how long the store takes."""
        return self.store_seconds.time()

    def text(self) -> bytes:
        """All of it, in Prometheus' format."""
        return generate_latest(self.registry)
