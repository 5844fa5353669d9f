internal import Dispatch

/// A task executor that runs the jobs of its tasks one at a time on a serial dispatch queue,
/// outside Swift's thread pool; each worker of `serve` has one.
///
/// The tasks may block on files and locks, which tasks in Swift's pool must not do.
package final class TaskThread: TaskExecutor {
  private let queue: DispatchQueue

  /// Creates an executor; its thread is started on demand.
  package init(name: String) { queue = DispatchQueue(label: name) }

  /// Runs a job of a task.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
