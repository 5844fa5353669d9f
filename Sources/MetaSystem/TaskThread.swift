internal import Dispatch

/// A thread of its own, on which tasks run one after the other.
///
/// They may wait for files and for each other's locks there, which those on the threads of Swift's
/// own pool must not.
package final class TaskThread: TaskExecutor {
  private let queue: DispatchQueue

  /// A thread that is there when it is needed.
  package init(name: String) { queue = DispatchQueue(label: name) }

  /// Lets a part of a task run.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
